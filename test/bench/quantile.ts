/** The value below which the share `q` (0 to 1) of the samples lies, between two samples in proportion. */
export function quantile(samples: readonly number[], q: number): number {
  const sorted = samples.toSorted((a, b) => a - b);
  const place = (sorted.length - 1) * q;
  const below = sorted[Math.floor(place)] ?? Number.NaN;
  const above = sorted[Math.ceil(place)] ?? Number.NaN;
  return below + (above - below) * (place - Math.floor(place));
}

/** The middle value. */
export const median = (samples: readonly number[]): number => quantile(samples, 0.5);
