/** A word of the shell. */
export const quote = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;

/** A word of the shell in a setting of the server, which replaces what follows a percent sign. */
export const inSetting = (word: string) => word.replaceAll("%", "%%");
