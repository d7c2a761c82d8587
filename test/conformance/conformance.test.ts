import { binary } from "../support/binary.ts";
import { conform, dialects } from "./conform.ts";

for (const dialect of dialects) conform(dialect, "the binary", [binary]);
