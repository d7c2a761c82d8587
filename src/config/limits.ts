/** The largest hooks file: 1 MiB. */
export const HOOKS_FILE_LIMIT = 1024 * 1024;

/** The most handlers in one file, all events together. */
export const HANDLER_LIMIT = 128;
