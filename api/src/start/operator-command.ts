/**
 * The prefix that an operator types before a command's name, where this process runs: CONSOLE_COMMAND, which an image sets,
 * else what works in a checkout.
 */
export const operatorCommand = (
  environment: NodeJS.ProcessEnv = process.env,
  inCheckout: string = 'pnpm console',
): string => environment.CONSOLE_COMMAND?.trim() || inCheckout;
