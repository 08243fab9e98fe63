import { definitionNoun, type AgentDefinition } from 'contract/agents/agent-definitions';
import type { RowDialogProps } from 'shared-ui/list-screen';
import { VersionsDialog } from '../versions/versions-dialog';
import { agentDefinitionCalls } from './agent-definitions.api';

/** The prompts that an agent had. */
export default function DefinitionVersions({ row: { id, slug }, onClose }: RowDialogProps<AgentDefinition>) {
  return <VersionsDialog noun={definitionNoun} calls={agentDefinitionCalls} id={id} title={slug} onClose={onClose} />;
}
