import { deno } from "../support/built.ts";
import { conform } from "./conform.ts";

conform("hel", "Deno", deno, 4);
