/**
 * `/api/sign-in/{provider}`: browsers are led to a provider and back (DECISIONS §15). No calls of the API: they lead on
 * instead of responding, take what a provider sends along, and are open to anyone.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Kysely } from 'kysely';
import { isScreenPath } from 'contract/console-paths';
import type { Tables } from '../database/connection';
import type { Secrets } from '../database/secrets';
import { NotFound } from '../http/errors';
import type { SignInProvider } from '../start/sign-in-providers';
import { endProviderSessions, signInByClaims, type Refusal } from './identities.queries';
import { clientOf, loggedError, vainBecause, type ProviderClient, type Vain } from './provider-client';
import { readSignInCookie, signInCookie } from './sign-in-cookie';

/** The dependencies of single sign-on. */
export interface SingleSignOn {
  readonly db: Kysely<Tables>;
  readonly secrets: Secrets;
  readonly providers: readonly SignInProvider[];
  /** The origin under which browsers come back; there are no providers without it. */
  readonly publicUrl: string;
}

interface Named {
  readonly Params: { readonly provider: string };
}

/** A logout token is a few hundred bytes. */
const LOGOUT_LIMIT = 64 * 1024;

/** Adds the addresses of single sign-on below /api/sign-in. */
export async function singleSignOnRoutes(app: FastifyInstance, sso: SingleSignOn): Promise<void> {
  const { db, secrets, publicUrl } = sso;
  const isSecure = publicUrl.startsWith('https:');
  const known = new Map<string, { readonly provider: SignInProvider; readonly client: ProviderClient }>(
    sso.providers.map((provider) => {
      const client = clientOf(provider, `${publicUrl}/api/sign-in/${provider.name}/callback`);
      return [provider.name, { provider, client }];
    }),
  );
  const named = ({ params }: FastifyRequest<Named>) => {
    const found = known.get(params.provider);
    if (!found) throw new NotFound('Not found');
    return found;
  };
  const inVain = (request: FastifyRequest, reply: FastifyReply, error: unknown) => {
    const why = vainBecause(error);
    if (why !== 'cancelled') request.log.warn(loggedError(error), 'a sign-in by a provider failed');
    return backInVain(reply, why);
  };

  await app.register(
    async (scope) => {
      scope.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      scope.get<Named>('/:provider', async (request, reply) => {
        const { provider, client } = named(request);
        try {
          const { address, started } = await client.begin();
          const returnTo = pathOf((request.query as Record<string, unknown>).return_to);
          reply.header(
            'set-cookie',
            signInCookie(secrets, { ...started, provider: provider.name, returnTo }, isSecure),
          );
          return await reply.redirect(address);
        } catch (error) {
          return inVain(request, reply, error);
        }
      });
      scope.get<Named>('/:provider/callback', async (request, reply) => {
        const { provider, client } = named(request);
        const started = readSignInCookie(secrets, request.headers.cookie ?? null);
        if (started?.provider !== provider.name) return backInVain(reply, 'failed');
        try {
          const { claims, signed } = await client.finish(new URL(request.url, publicUrl), started);
          const from = { address: request.ip, userAgent: request.headers['user-agent'] ?? null, requestId: request.id };
          const outcome = await signInByClaims(db, provider, { claims, signed, state: started.state }, from);
          if (outcome === null) return await backInVain(reply, 'failed');
          if ('refused' in outcome) return await backInVain(reply, outcome.refused);
          return await back(reply, { sign_in_code: outcome.code, return_to: started.returnTo });
        } catch (error) {
          return inVain(request, reply, error);
        }
      });
      scope.removeAllContentTypeParsers();
      scope.addContentTypeParser(
        'application/x-www-form-urlencoded',
        { parseAs: 'string', bodyLimit: LOGOUT_LIMIT },
        async (_request: FastifyRequest, body: string) => new URLSearchParams(body),
      );
      // Back-channel logout: the provider itself calls.
      scope.post<Named>('/:provider/logout', async (request, reply) => {
        const { provider, client } = named(request);
        try {
          const token = (request.body as URLSearchParams | undefined)?.get('logout_token') ?? '';
          const ended = await endProviderSessions(db, provider.name, await client.loggedOut(token));
          request.log.info({ provider: provider.name, ended }, 'a provider has ended sessions');
          return await reply.code(200).send();
        } catch (error) {
          request.log.warn(loggedError(error), 'a logout of a provider was refused');
          return reply.code(400).send({ error: 'invalid_request' });
        }
      });
    },
    { prefix: '/api/sign-in' },
  );
}

/** Leads to the login, whose page reads what stands behind the `#`: no server and no log is told of it. */
const back = (reply: FastifyReply, what: Readonly<Record<string, string>>) =>
  reply.redirect(`/login#${new URLSearchParams(what).toString()}`);
const backInVain = (reply: FastifyReply, why: Vain | Refusal) => back(reply, { sign_in_failed: why });

/** A path of the console; the dashboard for every other text, such as another site's address. */
function pathOf(asked: unknown): string {
  if (typeof asked !== 'string' || !/^\/(?![/\\])/.test(asked)) return '/';
  const { pathname, search } = new URL(asked, 'http://console');
  return isScreenPath(pathname) ? `${pathname}${search}` : '/';
}
