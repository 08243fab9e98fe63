/** Which model answers: the operator's, or the built-in one that needs no network. */
import type { LanguageModelV3 } from '@ai-sdk/provider';
import type { Config } from '../start/config';
import { OfflineModel } from './offline-model';

/** The model that the configuration names; of the makers' libraries only its own is read. */
export async function modelOf({
  agents: { endpoint },
  agentPaceMs,
}: Pick<Config, 'agents' | 'agentPaceMs'>): Promise<LanguageModelV3> {
  // The SDK would print its warnings about a model's settings.
  globalThis.AI_SDK_LOG_WARNINGS = false;
  switch (endpoint?.kind) {
    case 'openai-compatible': {
      const { baseUrl, apiKey, model } = endpoint;
      const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible');
      const provider = createOpenAICompatible({
        name: 'agent',
        baseURL: baseUrl,
        includeUsage: true,
        ...(apiKey !== null && { apiKey }),
      });
      return provider(model);
    }
    case 'anthropic': {
      const { createAnthropic } = await import('@ai-sdk/anthropic');
      return createAnthropic({ baseURL: endpoint.baseUrl, apiKey: endpoint.apiKey ?? '' })(endpoint.model);
    }
    default:
      return new OfflineModel(agentPaceMs);
  }
}
