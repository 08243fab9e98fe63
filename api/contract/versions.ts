/** The texts that agents and knowledge had one after the other (DECISIONS §10). */
import { definitionNoun } from './agents/agent-definitions';
import { knowledgeItem } from './agents/knowledge';
import { versionListOf } from './history';
import type { Infer } from './schema';

const { slug, system_prompt } = definitionNoun.replace.properties;
const { name, content } = knowledgeItem.replace.properties;

/** Response of GET /agent-definitions/{id}/versions. */
export const definitionVersionList = versionListOf({ slug, system_prompt });
/** Response of GET /knowledge/{id}/versions. */
export const knowledgeVersionList = versionListOf({ name, content });

export type DefinitionVersionList = Infer<typeof definitionVersionList>;
export type KnowledgeVersionList = Infer<typeof knowledgeVersionList>;
