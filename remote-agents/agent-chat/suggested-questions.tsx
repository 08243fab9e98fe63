import { Button, shape } from 'shared-ui';
import { agentChatApi } from './agent-chat.api';
import './suggested-questions.css';

interface SuggestedQuestionsProps {
  tabId: string;
  /** How much has been asked. */
  turn: number;
  onAsk(question: string): void;
}

/** Questions that the agent can answer; one is asked by a click. Where none came, none is missed. */
export function SuggestedQuestions({ tabId, turn, onAsk }: SuggestedQuestionsProps) {
  const { currentData } = agentChatApi.endpoints.suggestQuestions.useQuery({ tab: tabId, turn });
  if (!currentData?.items.length) return null;
  return (
    <ul className={`${shape.wrap} chat-suggested`} aria-label="Suggested questions">
      {currentData.items.map((question) => (
        <li key={question}>
          <Button onClick={() => onAsk(question)}>{question}</Button>
        </li>
      ))}
    </ul>
  );
}
