import { escapeText } from "../../report/escape.ts";

/** A text as HTML shows it, in an element or an attribute; what could mislead a reader is made visible. */
export function html(text: string): string {
  return escapeText(text).replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** A JSON value as the content of a script element, which ends at the first `</script` in it, wherever that stands. */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}
