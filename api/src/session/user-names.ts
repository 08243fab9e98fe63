/** When two user names are one (DECISIONS §3): Unicode NFKC, trimmed, without regard to case. */

/** The key that all spellings of a user name share. */
export const usernameKey = (username: string): string =>
  username.normalize('NFKC').trim().toLowerCase().normalize('NFKC');
