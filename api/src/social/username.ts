/** A profile's username as it is kept: without white space around it and without the @ in front that people type. */
export const keptUsername = (typed: string): string => typed.replace(/^[\s@]+/, '').trimEnd();
