declare const HEL_HOOKS_VERSION: string | undefined;

/** The version of package.json, put in by the build; `0.0.0-source` when run from the source tree. */
export const version: string = typeof HEL_HOOKS_VERSION === "string" ? HEL_HOOKS_VERSION : "0.0.0-source";
