// A door of its own (see build.ts): what an `if` needs, with its own copies of what it shares with the rest of the dialect.

export { judge } from "./if/index.ts";
