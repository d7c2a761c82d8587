import { arch, cpus, release, type } from "node:os";

/** Where the numbers come from: without it they say nothing. */
export interface Machine {
  readonly cpu: string;
  readonly cores: number;
  readonly os: string;
}

/** This machine. */
export function thisMachine(): Machine {
  const cores = cpus();
  return {
    cpu: cores[0]?.model.trim() ?? "unknown processor",
    cores: cores.length,
    os: `${type()} ${release()} ${arch()}`,
  };
}
