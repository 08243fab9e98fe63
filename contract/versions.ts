/** The texts that agents and knowledge had one after the other (DECISIONS §10). */
import { definitionNoun } from './agents/agent-definitions';
import { knowledgeItem } from './agents/knowledge';
import { versionListOf } from './history';
import type { Infer } from './schema';

/** Response of GET /agent-definitions/{id}/versions. */
export const definitionVersionList = versionListOf(definitionNoun.replace.properties);
/** Response of GET /knowledge/{id}/versions. */
export const knowledgeVersionList = versionListOf(knowledgeItem.replace.properties);

export type DefinitionVersionList = Infer<typeof definitionVersionList>;
export type KnowledgeVersionList = Infer<typeof knowledgeVersionList>;
