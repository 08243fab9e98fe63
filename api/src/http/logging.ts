import {
  fastify,
  LogController,
  type FastifyBaseLogger,
  type FastifyInstance,
  type FastifyServerOptions,
} from 'fastify';
import type { Config } from '../start/config';

/**
 * How the service logs: one JSON object a line, or readable lines on a terminal. Of a request only its id,
 * method, path, status, duration and user are logged, never a header, a body or what follows the `?`.
 */
export const logging = ({ logLevel }: Pick<Config, 'logLevel'>) =>
  ({
    logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: 'requestId' }),
    logger: {
      level: logLevel,
      // A floor under whatever is logged by mistake.
      redact: { paths: SECRET_FIELDS.flatMap((field) => [field, `*.${field}`]), censor: '***' },
      serializers: { err: describeError },
      ...(process.stdout.isTTY && { transport: READABLE }),
    },
  }) satisfies FastifyServerOptions;

/** The log of a service that is not there yet: Fastify's own logger. */
export const logOf = (config: Pick<Config, 'logLevel'>): FastifyBaseLogger =>
  fastify({ logger: logging(config).logger }).log;

const SECRET_FIELDS = [
  'password',
  'token',
  'access',
  'refresh',
  'secret',
  'authorization',
  'cookie',
  'klaviyo_api_key',
  'shopify_api_key',
];

const READABLE = {
  target: 'pino-pretty',
  options: { translateTime: 'SYS:HH:MM:ss', ignore: 'pid,hostname', singleLine: true },
};

/** Logs one line for each request. Call it on the root instance before routes are registered. */
export const logRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    const { statusCode } = reply;
    const isProbe = request.url === '/api/health' || request.url === '/api/ready';
    const level = statusCode >= 500 ? 'warn' : isProbe ? 'debug' : 'info';
    request.log[level](
      {
        method: request.method,
        path: request.url.split('?', 1)[0],
        status: statusCode,
        milliseconds: Math.round(reply.elapsedTime),
        user: request.caller?.username,
      },
      'request',
    );
  });
};

// An error's other properties may hold what a person sent: a row's values, a whole request.
const describeError = (error: Error & { code?: string; constraint?: string; cause?: unknown }): LoggedError => ({
  type: error.name,
  message: error.message,
  stack: error.stack ?? '',
  ...(error.code !== undefined && { code: error.code }),
  ...(error.constraint !== undefined && { constraint: error.constraint }),
  ...(error.cause instanceof Error && { cause: describeError(error.cause) }),
});

type LoggedError = Record<string, unknown> & { type: string; message: string; stack: string };
