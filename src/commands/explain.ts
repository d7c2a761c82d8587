import { wantedEvent } from "../explain/event.ts";
import { explanation } from "../explain/explanation.ts";
import { explanationText } from "../explain/text.ts";
import type { OnFailure } from "../protocol/schemas.ts";
import { diagnosticsText } from "../report/diagnostics.ts";
import { runtime } from "../runtime/current.ts";
import { readArguments } from "./arguments.ts";
import { openConfiguration } from "./configuration.ts";
import { eventNamed } from "./event-name.ts";
import { print } from "./print.ts";
import { explainSpec } from "./specs.ts";

/** `hel-hooks explain <event>`: runs nothing; exit status 0, or 1 where there is no telling. */
export async function explain(argv: readonly string[]): Promise<number> {
  const { operands, values, flags } = readArguments(explainSpec, argv);
  const configuration = await openConfiguration(values);
  const named = eventNamed(configuration.dialect, operands[0] ?? "");
  const event = await wantedEvent(configuration.dialect, named, {
    sample: flags.has("sample"),
    tool: values["tool"],
    input: values["input"],
    bash: values["bash"],
  });
  const { diagnostics } = configuration;
  if (diagnostics.some(({ severity }) => severity === "error")) {
    await runtime.write("stderr", diagnosticsText("stderr", configuration.place.file, diagnostics));
    await runtime.write("stderr", "hel-hooks: nothing of an invalid hooks file would run\n");
    return 1;
  }
  const onFailure = (values["on-failure"] ?? "continue") as OnFailure;
  const facts = await explanation(configuration, named.rules, event, onFailure);
  await print(values["output"] === "json" ? `${JSON.stringify(facts)}\n` : explanationText(facts));
  return 0;
}
