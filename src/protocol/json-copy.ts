import { BACKSLASH, QUOTE } from "./json-tokens.ts";

/** Copies valid JSON without the space between its tokens. `target` must have room for `end - start` bytes; returns where it ended. */
export function copyCompact(bytes: Uint8Array, start: number, end: number, target: Uint8Array, offset: number): number {
  let out = offset;
  let inString = false;
  for (let at = start; at < end; at++) {
    const byte = bytes[at] as number;
    if (inString) {
      target[out++] = byte;
      if (byte === BACKSLASH) target[out++] = bytes[++at] as number;
      else if (byte === QUOTE) inString = false;
    } else if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) {
      target[out++] = byte;
      if (byte === QUOTE) inString = true;
    }
  }
  return out;
}
