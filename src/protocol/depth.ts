/** Whether JSON text opens this many brackets within each other; what cannot be parsed is not looked at here. */
export function isNestedTo(depth: number, text: string): boolean {
  let open = 0;
  let inString = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (inString) {
      if (character === 0x5c) at++;
      else if (character === 0x22) inString = false;
    } else if (character === 0x22) inString = true;
    else if (character === 0x7b || character === 0x5b) {
      if (++open >= depth) return true;
    } else if (character === 0x7d || character === 0x5d) open--;
  }
  return false;
}
