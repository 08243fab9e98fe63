/** Requests that Node's parser lets through although RFC 9112 has them rejected: proxies on the way may read them in another way. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { RuleBroken } from './errors';

/** Rejects (400) requests with two Host headers, and those of another version than HTTP/1.0 and 1.1, or of none. */
export function rejectAmbiguous(app: FastifyInstance): void {
  app.addHook('onRequest', async (request) => {
    if (isAmbiguous(request)) throw new RuleBroken('The request cannot be understood');
  });
}

const isAmbiguous = ({ raw: { httpVersion, rawHeaders } }: FastifyRequest): boolean => {
  if (!['1.0', '1.1'].includes(httpVersion)) return true;
  return rawHeaders.filter((name, at) => at % 2 === 0 && name.toLowerCase() === 'host').length > 1;
};
