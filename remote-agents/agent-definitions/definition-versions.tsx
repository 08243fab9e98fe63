import { definitionNoun, type AgentDefinition } from 'api/contract/agents/agent-definitions';
import { useCall, type RowDialogProps } from 'shared-ui/list-screen';
import { VersionsDialog } from '../versions/versions-dialog';
import { agentDefinitionCalls } from './agent-definitions.api';

const { properties } = definitionNoun.replace;
const written = Object.keys(properties) as (keyof typeof properties)[];

/** What a definition holds of what a person writes: PUT empties what is left out. */
const bodyOf = (record: AgentDefinition) =>
  Object.fromEntries(written.map((field) => [field, record[field]])) as Pick<AgentDefinition, keyof typeof properties>;

/** The prompts that an agent had. */
export default function DefinitionVersions({ row: { id, slug }, onClose }: RowDialogProps<AgentDefinition>) {
  const call = useCall();
  return (
    <VersionsDialog
      title={slug}
      calls={{
        read: () => call.ask(agentDefinitionCalls.get, id),
        list: async (page) => {
          const { items, ...others } = await call.ask(agentDefinitionCalls.listVersions, { id, page });
          return { ...others, items: items.map((item) => ({ ...item, name: item.slug, text: item.system_prompt })) };
        },
        restore: ({ name, text }, record) => {
          const body = { ...bodyOf(record), slug: name, system_prompt: text };
          return call.change(agentDefinitionCalls.update, { id, body, ifMatch: record.updated_at });
        },
      }}
      onClose={onClose}
    />
  );
}
