/** How much of stderr's end follows the cause in an error, in characters. */
const STDERR_END = 2000;

/** A cause, followed by the end of what the handler said on stderr (trimmed). */
export function withEnd(cause: string, stderr: string): string {
  if (stderr === "") return cause;
  return `${cause}: ${stderr.length > STDERR_END ? `...${stderr.slice(-STDERR_END)}` : stderr}`;
}
