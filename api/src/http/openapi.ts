/** The API's description, generated from the contract; readable pages of it in development only. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance, FastifySchema } from 'fastify';
import { signedIn } from './access';
import { publishedDescription } from './published-description';
import { callReader } from './read-call';

/** Collects the routes that are registered after it; `readable` serves their pages at /api/docs. */
export async function describeApi(
  app: FastifyInstance,
  { brand, readable }: { brand: string; readable: boolean },
): Promise<void> {
  await app.register(swagger, {
    transform: ({ schema, url }) => {
      const { errors, response, ...own } = schema as FastifySchema & { errors?: object };
      return { url, schema: { ...own, response: { ...(response as object), ...errors } } };
    },
    openapi: {
      openapi: '3.1.0',
      info: {
        title: `${brand} API`,
        version: '1.0.0',
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: '/' }],
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'One Authorization header: Bearer (in any case), one space, the access token.',
          },
          machineToken: {
            type: 'http',
            scheme: 'bearer',
            description: 'The same header with a machine token, swi_…, which an AaasAdmin makes.',
          },
        },
      },
    },
  });
  if (readable) await app.register(swaggerUi, { routePrefix: '/api/docs' });
}

/** GET /openapi.json in this scope, for who is signed in: it names every route, group and limit. */
export const serveDescription = (scope: FastifyInstance) => {
  const readCall = callReader({});
  let published: object | undefined;
  scope.get('/openapi.json', { config: { access: signedIn }, schema: { hide: true } }, (request) => {
    readCall(request);
    return (published ??= publishedDescription(scope.swagger()));
  });
};
