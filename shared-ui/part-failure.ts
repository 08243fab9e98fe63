/** Why a part of a screen that is fetched when it is opened could not be opened. */
export interface PartFailure {
  /** A message for the person. */
  reason: string;
  /** Whether only a reload can help. */
  needsReload: boolean;
}

let explain: (error: unknown) => Promise<PartFailure | null> = () => Promise.resolve(null);

/** The host, which fetches the code of all screens, says how to find the reason; null where an error is not about code. */
export const explainPartFailuresBy = (finder: typeof explain) => void (explain = finder);

/** Why a part could not be fetched; null where that is not known. */
export const reasonOfPartFailure = (error: unknown) => explain(error).catch(() => null);
