import { definitionNoun, type AgentDefinition, type AgentDefinitionWrite } from 'contract/agents/agent-definitions';
import { useCall, type RowDialogProps } from 'shared-ui/list-screen';
import { VersionsDialog } from '../versions/versions-dialog';
import { agentDefinitionCalls } from './agent-definitions.api';
import { allowedInWords } from './allowed-proposals';

const { slug: slugs, allowed_proposals: proposals } = definitionNoun.properties;

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
          const versions = items.map(({ at, username, is_current, operation_id: _, ...values }) => ({
            ...{ at, username, is_current, values, text: values.system_prompt },
            facts: [
              { label: slugs.title, value: values.slug },
              { label: proposals.title, value: allowedInWords(values.allowed_proposals).join(', ') || 'None' },
            ],
          }));
          return { ...others, items: versions };
        },
        restore: (body: AgentDefinitionWrite, { updated_at }, operation) =>
          call.change(agentDefinitionCalls.update, { id, body, ifMatch: updated_at }, operation),
      }}
      onClose={onClose}
    />
  );
}
