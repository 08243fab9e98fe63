/** How a command's key reads on a key cap: a letter capital, `Shift+X` as it is. */
export const keyWords = (key: string): string => (key.length === 1 ? key.toUpperCase() : key);
