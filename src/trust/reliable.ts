import type { Runtime } from "../runtime/port.ts";
import { type Candidate, checkTrust, type Trust } from "./check.ts";
import type { TrustFiles } from "./files.ts";
import { keyProblem } from "./key.ts";

/** The answer of `checkTrust`, and the key that it rests on looked at too: for where nothing is gained by doing that later. */
export async function reliableTrust(runtime: Runtime, files: TrustFiles, candidate: Candidate): Promise<Trust> {
  const trust = await checkTrust(runtime, files, candidate);
  const problem = trust.trusted ? keyProblem(trust.keyFile, await files.keyStatus()) : undefined;
  return problem === undefined ? trust : { trusted: false, why: problem };
}
