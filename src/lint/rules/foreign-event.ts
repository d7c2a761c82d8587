import { fileRejected, neverRun } from "../consequence.ts";
import { property } from "../nodes.ts";
import { productWithEvent, TITLES } from "../products.ts";
import type { StructureRule } from "../rule.ts";

export const foreignEvent: StructureRule = {
  code: "HH112",
  name: "foreign-event",
  severity: "error",
  fixable: true,
  what: "An event that another product has, and this one does not.",
  why: "Configurations are copied from one product to the next; what fires there is unknown here, so the handlers under it never run.",
  example: '{"hooks": {"BeforeTool": [{"hooks": [{"type": "command", "command": "./guard.sh"}]}]}}',
  cure: "Use the event that comes nearest, if there is one, and read how its input differs; else take the group out.",
  *check(document) {
    const { shape, hooks } = document;
    for (const { name, key } of document.events) {
      if (Object.hasOwn(shape.events, name)) continue;
      const foreign = productWithEvent(name);
      if (!foreign) continue;
      const here = Object.hasOwn(shape.events, foreign.near) ? foreign.near : undefined;
      const handlers = document.handlers.filter((handler) => handler.event.name === name).length;
      const known = Object.keys(shape.events);
      const edits = [{ offset: key.offset, length: key.length, content: JSON.stringify(here) }];
      yield {
        at: key,
        message: `${shape.title} has no event ${JSON.stringify(name)}: that is an event of ${TITLES[foreign.product]}`,
        consequence: shape.strict ? fileRejected(document) : neverRun(document, handlers),
        cure: here
          ? `the event nearest to it here is ${JSON.stringify(here)}`
          : `take it out; the events here are ${known.map((each) => JSON.stringify(each)).join(", ")}`,
        ...(here && !property(hooks?.value, here) && { fix: { title: `write ${here}`, edits } }),
      };
    }
  },
};
