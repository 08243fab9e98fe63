/** The service: every area by name. This list is the map. */
import { randomUUID } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { LanguageModelV3 } from '@ai-sdk/provider';
import { fastify, type FastifyBaseLogger, type FastifyInstance, type FastifyRequest } from 'fastify';
import { CONTRACT_VERSION } from 'contract/version';
import { agentChatRoutes } from './agents/agent-chat.routes';
import { purgeAdDays } from './ads/facebook-ad-days.queries';
import { facebookAdRoutes } from './ads/facebook-ads.routes';
import { namingRuleRoutes } from './ads/naming-rules.routes';
import { agentDefinitionRoutes } from './agents/agent-definitions.routes';
import { purgeAgentSessions } from './agents/agent-sessions.queries';
import { purgeUsage } from './agents/agent-usage.queries';
import { clearPostsInConversations } from './agents/posts-in-conversations.queries';
import { purgeProposals } from './agents/proposals/proposals.queries';
import { runningAnswers } from './agents/running-answers';
import { knowledgeRoutes } from './agents/knowledge.routes';
import { modelOf } from './agents/model';
import type { Config } from './start/config';
import { companyRoutes } from './company/companies.routes';
import { productVariantCogsRoutes } from './company/product-variant-cogs.routes';
import { productVariantRoutes } from './company/product-variants.routes';
import { purgeCompanies } from './company/deleted-companies.queries';
import { connectionFigures } from './connections/connection-figures.queries';
import { connectionRoutes } from './connections/connections.routes';
import { credentialRoutes } from './connections/credentials.routes';
import type { Sources } from './connections/reading';
import { purgeRuns } from './connections/runs.queries';
import { SOURCES } from './connections/sources';
import { accessIn, guard, listAccess, type GuardedRoute } from './http/access';
import { dashboardRoutes } from './dashboard/dashboard.routes';
import { COMMAND_LIMITS, LOCK_TIMEOUT_MS, openConnection, type Database } from './database/connection';
import { drainingOf, type Draining } from './http/draining';
import { purgeAuditLog } from './database/audit-keeping';
import { areStepsDone, runBackgroundSteps, stepStates, type StepState } from './database/background-steps';
import { sendError, NotFound } from './http/errors';
import { clientErrorRoutes } from './http/client-errors.routes';
import { historyRoutes } from './history/history.routes';
import { openExports } from './http/exports';
import { healthRoutes, watchClock } from './http/health';
import { keepOutcomes, purgeOutcomes } from './http/idempotency';
import { BODY_LIMIT, readJsonBodies } from './http/json-body';
import { logging, logRequests } from './http/logging';
import type { Metrics } from './http/metrics';
import { describeApi, serveDescription } from './http/openapi';
import { rejectAmbiguous } from './http/request-line';
import { routesIn } from './http/route';
import { secretsWith } from './database/secrets';
import { joinOperations } from './http/operations';
import { openWriteGate } from './http/write-gate';
import { addSecurityHeaders, BARE_SECURITY_HEADERS } from './http/security-headers';
import { challengesWith } from './session/challenges';
import { HashQueue } from './session/hash-queue';
import { HASH_COST, passwordVerifier, type HashCost } from './session/passwords';
import { accountRoutes } from './session/account.routes';
import { invitationMail } from './session/invitation-mail';
import { purgeInvitations } from './session/invitations.queries';
import { peopleRoutes } from './session/people.routes';
import { callerOfRequest, findCaller, purgeSessions } from './session/session.queries';
import { importRoutes } from './ingest/import.routes';
import { ingestRoutes } from './ingest/ingest.routes';
import { purgeIngestTokens } from './ingest/ingest-tokens.queries';
import { ingestTokenRoutes } from './ingest/ingest-tokens.routes';
import { machineReader } from './ingest/machine';
import { purgeSnapshots } from './ingest/snapshots.queries';
import { purgeSignInCodes } from './session/sign-in-codes.queries';
import { sessionRoutes } from './session/session.routes';
import { signInRuleRoutes } from './single-sign-on/sign-in-rules.routes';
import { singleSignOnRoutes } from './single-sign-on/single-sign-on.routes';
import { tokensWith } from './session/tokens';
import { postCriteriaRoutes } from './social/post-criteria.routes';
import { purgePictures } from './pictures/pictures.queries';
import { clearOldPosts } from './social/posts-from-youtube.queries';
import { postRoutes } from './social/posts.routes';
import { purgeReviews } from './social/review.queries';
import { profileRoutes } from './social/profiles.routes';
import { searchTermRoutes } from './social/search-terms.routes';
import { searchRoutes } from './search/search.routes';
import { TAGGABLES } from './tags/taggable';
import { resourceTagRoutes, tagRoutes } from './tags/tags.routes';
import { viewRoutes } from './views/views.routes';

/** The parts that the service is built from. */
export interface Parts {
  database: Database;
  config: Config;
  /** The cost of a password hash; tests make it cheap. */
  hashCost?: HashCost;
  /** The model of the agent chat, when it is not the configured one; tests bring one that does not pause. */
  model?: LanguageModelV3;
  /** The metrics of the requests; null where they are not served. */
  metrics?: Metrics | null;
  /** The log of the start; without it the service has one of its own. */
  log?: FastifyBaseLogger;
  /** The sources of connections; tests bring one that is scripted. */
  sources?: Sources;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** How it stops. */
    draining: Draining;
    /** Every API route with its rule. */
    guarded: readonly GuardedRoute[];
  }
}

// A request that trickles in is cut off; a long response is not.
const RECEIVING_MS = 20_000;
const RECEIVING_HEADERS_MS = 10_000;
// How often that is looked at.
const RECEIVING_CHECK_MS = 5000;
const DAY = 24 * 60 * 60 * 1000;
const MINUTE = 60 * 1000;
const SECOND = 1000;

/** The headers of every response (DECISIONS §1). */
const everyResponseOf = ({ id }: FastifyRequest) => ({ 'x-request-id': id, 'x-contract-version': CONTRACT_VERSION });

/** Builds the service, ready to listen or to be asked by `inject`; `/api` is its own, the rest of the site is free. */
export async function buildApp({
  database,
  config,
  hashCost = HASH_COST,
  model: given,
  sources = SOURCES,
  metrics = null,
  log,
}: Parts): Promise<FastifyInstance> {
  const { db } = database;
  const model = given ?? (await modelOf(config));
  const { requireSecondFactor, providers, onlyProviders } = config;
  const { logger, logController } = logging(config);
  const app = fastify({
    logController,
    ...(log ? { loggerInstance: log } : { logger }),
    bodyLimit: BODY_LIMIT,
    requestTimeout: RECEIVING_MS,
    http: { headersTimeout: RECEIVING_HEADERS_MS, connectionsCheckingInterval: RECEIVING_CHECK_MS },
    // A request on a connection that is not closed yet is served like any other.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    requestIdHeader: false,
    // So many entries of X-Forwarded-For are believed, counted from the nearest proxy.
    trustProxy: (_address, hop) => hop < config.trustProxy,
    // How long a part of a path may be is for the route to say; Node takes no more than 16 KiB.
    routerOptions: { ignoreTrailingSlash: true, maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) =>
      void sendError(error, request, reply.headers({ ...BARE_SECURITY_HEADERS, ...everyResponseOf(request) })),
  });
  const draining = drainingOf(app);
  app.decorate('draining', draining);
  app.decorate(
    'exports',
    openExports((caller) => findCaller(db, caller, caller.requestId, requireSecondFactor)),
  );
  app.decorate('changes', openWriteGate({ patience: LOCK_TIMEOUT_MS }));
  addSecurityHeaders(app, config);
  logRequests(app);
  metrics?.observe(app);
  const steps = runSteps(app, database);
  app.setErrorHandler(sendError);
  // The routes check their own requests, in the order the contract asks for (http/route).
  app.setValidatorCompiler(() => () => true);
  app.addHook('onRequest', async (request, reply) => void reply.headers(everyResponseOf(request)));
  rejectAmbiguous(app);
  await describeApi(app, { brand: config.brand, readable: config.development });

  await app.register(
    async (api) => {
      api.addHook('onRequest', async (_request, reply) => void reply.header('cache-control', 'no-store'));
      api.setNotFoundHandler(() => {
        throw new NotFound('Not found');
      });
      readJsonBodies(api);
      watchClock(api, database);
      const tokens = tokensWith(config.secret);
      const verifyPassword = passwordVerifier(hashCost);
      const guarded = guard(api, {
        person: async (token, requestId) => {
          const named = tokens.readAccess(token);
          return named && callerOfRequest(db, named, requestId, requireSecondFactor);
        },
        machine: machineReader(db, Date.now),
      });
      app.decorate('guarded', guarded);
      keepOutcomes(api, db);
      joinOperations(api, db);

      healthRoutes(routesIn(api, 'Service'), database, draining);
      clientErrorRoutes(routesIn(api, 'Service'), {
        log: (crash) => app.log.error({ crash }, 'a screen crashed in the browser'),
        now: Date.now,
      });
      const secrets = secretsWith(config.encryptionKey);
      const { brand, publicUrl } = config;
      const challenges = challengesWith(config.secret);
      const signIn = { db, tokens, verifyPassword, queue: new HashQueue(), secrets, challenges, brand, onlyProviders };
      sessionRoutes(routesIn(api, 'Session'), signIn, { publicUrl });
      const report = (error: unknown) => app.log.error({ err: error }, 'an invitation could not be mailed');
      const mailInvitation = config.mail && publicUrl && invitationMail(config.mail, { brand, publicUrl, report });
      const accounts = { ...signIn, hashCost, requireSecondFactor, publicUrl, mailInvitation: mailInvitation || null };
      peopleRoutes(routesIn(api, 'People'), accounts);
      accountRoutes(routesIn(api, 'Account'), accounts);
      companyRoutes(routesIn(api, 'Companies'), { db, secrets });
      credentialRoutes(routesIn(api, 'Connections'), { db, secrets });
      const asking = { db, secrets, sources, addresses: config.sources, now: () => new Date() };
      connectionRoutes(routesIn(api, 'Connections'), asking);
      productVariantRoutes(routesIn(api, 'Product variants'), db);
      productVariantCogsRoutes(routesIn(api, 'Product variant COGS'), db);
      tagRoutes(routesIn(api, 'Tags'), db);
      facebookAdRoutes(routesIn(api, 'Facebook ads'), db);
      resourceTagRoutes(routesIn(api, 'Facebook ads'), db, TAGGABLES.facebook_ad);
      namingRuleRoutes(routesIn(api, 'Naming rules'), db);
      agentDefinitionRoutes(routesIn(api, 'Agent definitions'), db);
      knowledgeRoutes(routesIn(api, 'Knowledge'), db);
      postCriteriaRoutes(routesIn(api, 'Social media: post criteria'), db);
      postRoutes(routesIn(api, 'Social media: posts'), db);
      resourceTagRoutes(routesIn(api, 'Social media: posts'), db, TAGGABLES.social_media_post);
      profileRoutes(routesIn(api, 'Social media: profiles'), db);
      resourceTagRoutes(routesIn(api, 'Social media: profiles'), db, TAGGABLES.social_media_profile);
      searchTermRoutes(routesIn(api, 'Social media: search terms'), db);
      ingestTokenRoutes(routesIn(api, 'Machine tokens'), db);
      signInRuleRoutes(routesIn(api, 'Single sign-on'), db);
      ingestRoutes(routesIn(api, 'Ingest'), { db, now: Date.now });
      importRoutes(routesIn(api, 'Import'), { db, now: Date.now });
      const mayList = listAccess(guarded);
      const accessOf = accessIn(guarded);
      dashboardRoutes(routesIn(api, 'Dashboard'), { db, mayList, now: Date.now });
      searchRoutes(routesIn(api, 'Search'), { db, mayList });
      viewRoutes(routesIn(api, 'Views'), db);
      historyRoutes(routesIn(api, 'History'), db);
      const answers = runningAnswers({
        db,
        model,
        readCaller: (of, caller) => findCaller(of, caller, caller.requestId, requireSecondFactor),
        accessOf,
        tokens: config.agents.tokens,
        report: (error) => app.log.error({ err: error }, 'an answer failed'),
      });
      const limits = { messagesPerHour: config.agentMessagesPerHour, tokensPerMonth: config.agentTokensPerMonth };
      const isModelConfigured = config.agents.endpoint !== null;
      const chat = { db, answers, limits, isModelConfigured, mayList, accessOf };
      agentChatRoutes(routesIn(api, 'Agent chat'), chat);
      metrics?.watch({ database, answers, steps, sources: () => connectionFigures(db) });
      serveDescription(api);
    },
    { prefix: '/api' },
  );
  const { publicUrl } = config;
  if (publicUrl !== null && providers.length > 0)
    await singleSignOnRoutes(app, { db, secrets: secretsWith(config.encryptionKey), providers, publicUrl });
  purgeDaily(app, database, config);
  return app;
}

/** Removes at start and once a day what is kept for a time only. */
function purgeDaily(app: FastifyInstance, { connection }: Database, { auditDays }: Config): void {
  let working: Database | undefined;
  const stop = new AbortController();
  const { signal } = stop;
  const purge = async () => {
    // A company may hold a million rows: none of the limits for people's calls, and none of the connections for them.
    working = openConnection(connection, { limits: COMMAND_LIMITS });
    const { db } = working;
    const tasks = [
      () => purgeAgentSessions(db),
      () => purgeProposals(db),
      () => purgeUsage(db),
      () => purgeOutcomes(db),
      () => purgeSessions(db),
      () => purgeInvitations(db),
      () => purgeSignInCodes(db),
      () => purgeIngestTokens(db),
      () => purgeSnapshots(db),
      () => purgeAdDays(db),
      () => clearOldPosts(db, new Date()),
      () => clearPostsInConversations(db, new Date()),
      () => purgePictures(db),
      () => purgeReviews(db),
      () => purgeRuns(db),
      () => purgeAuditLog(db, auditDays),
      async () => {
        // Which of a company's entries have to be emptied is known once the steps are done.
        while (!(await areStepsDone(db))) await wait(SECOND, undefined, { signal, ref: false });
        await purgeCompanies(db);
      },
    ];
    // One after the other, on one connection.
    for (const task of tasks)
      await task().catch((error: unknown) => signal.aborted || app.log.error({ err: error }, 'purging failed'));
    await working.close();
  };
  let timer: NodeJS.Timeout | undefined;
  // Not awaited: hooks run in a row, and the steps begin in another one.
  app.addHook('onListen', async () => {
    void purge().then(() => {
      if (!signal.aborted) timer = setInterval(purge, DAY).unref();
    });
  });
  app.addHook('onClose', async () => {
    stop.abort();
    clearInterval(timer);
    // The next purge does the rest.
    void working?.close();
  });
}

/**
 * Runs the background steps that are not done, and looks every minute whether there are any: another process may have
 * ended, or an older backup come in. Returns how far they were when that was last seen.
 */
function runSteps(app: FastifyInstance, { db, connection }: Database): () => readonly StepState[] {
  const stop = new AbortController();
  const { signal } = stop;
  let states: readonly StepState[] = [];
  const report = (state: StepState) => {
    states = states.map((one) => (one.name === state.name ? state : one));
    if (state.state === 'done') app.log.info({ step: state.name }, 'a background step is done');
  };
  const run = async () => {
    while (!signal.aborted) {
      try {
        states = await stepStates(db);
        if (states.some(({ state }) => state !== 'done'))
          await runBackgroundSteps(connection, { isGentle: true, signal, report });
      } catch (error) {
        if (!signal.aborted) app.log.error({ err: error }, 'a background step failed and is tried again');
      }
      await wait(MINUTE, undefined, { signal, ref: false }).catch(() => undefined);
    }
  };
  app.addHook('onListen', async () => void run());
  app.addHook('onClose', async () => stop.abort());
  return () => states;
}
