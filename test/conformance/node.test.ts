import { node } from "../support/built.ts";
import { conform } from "./conform.ts";

conform("hel", "Node", node, 4);
