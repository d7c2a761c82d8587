/** How deep JSON may be nested for Codex: its parser gives up at this depth. */
const DEPTH_LIMIT = 128;

/** Whether JSON text is nested deeper than Codex reads it; what cannot be parsed is not looked at here. */
export function isTooDeep(text: string): boolean {
  let depth = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      if (++depth >= DEPTH_LIMIT) return true;
    } else if (character === 0x7d || character === 0x5d) depth--;
  }
  return false;
}
