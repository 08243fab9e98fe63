/** The API's description, generated from the contract; readable pages of it in development only. */
import swagger from '@fastify/swagger';
import swaggerUi from '@fastify/swagger-ui';
import type { FastifyInstance } from 'fastify';
import { anyone } from './access';

/** Collects the routes that are registered afterwards; call `serveApiDescription` to publish them. */
export async function describeApi(app: FastifyInstance, brand: string): Promise<void> {
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: { title: `${brand} API`, version: '1.0.0' },
      components: {
        securitySchemes: {
          bearer: {
            type: 'http',
            scheme: 'bearer',
            bearerFormat: 'JWT',
            description: 'One Authorization header: Bearer (in any case), one space, the access token.',
          },
        },
      },
    },
  });
}

/** GET /openapi.json in this scope, and with `readable` its pages at /docs. */
export async function serveApiDescription(scope: FastifyInstance, { readable }: { readable: boolean }): Promise<void> {
  scope.get('/openapi.json', { config: { access: anyone }, schema: { hide: true } }, () => scope.swagger());
  if (!readable) return;
  await scope.register(async (pages) => {
    pages.addHook('onRoute', (route) => {
      route.config = { ...route.config, access: anyone };
    });
    await pages.register(swaggerUi, { routePrefix: '/docs' });
  });
}
