/** The prompt with the event in place of `$ARGUMENTS`, or after it; `\$` stands for a dollar sign. */
export function promptOf(prompt: string, input: string): string {
  let found = false;
  const filled = prompt.replace(/\\\$|\$ARGUMENTS\b/g, (match) => {
    if (match === "\\$") return "$";
    found = true;
    return input;
  });
  return found ? filled : `${filled}\n\n${input}`;
}
