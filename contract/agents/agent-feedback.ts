/** People's feedback on agents' answers, and who reads it (DECISIONS §9). */
import { listQuery, listResponse } from '../paging';
import { dateTime, flag, id, longText, object, response, text, type Infer } from '../schema';

/** Body of POST /agents/feedback: one's own word on an answer, the last one counts. */
export const feedbackWrite = object(
  { message_id: { ...id, title: 'Message' }, up: flag('Helpful'), comment: longText('Comment', { maxLength: 500 }) },
  ['message_id', 'up'],
);

/** A rated answer: copies of it and of its question, as they were when it was rated. */
export const feedback = response({
  id,
  username: text('User', {}),
  agent: text('Agent', {}),
  question: text('Question', {}),
  answer: text('Answer', {}),
  up: flag('Helpful'),
  comment: text('Comment', {}),
  created_at: dateTime('Created'),
});

/** Query and response of GET /agents/feedback, the newest first. */
export const feedbackListQuery = listQuery({ up: flag('Helpful') }, ['created_at']);
export const feedbackList = listResponse(feedback);

export type Feedback = Infer<typeof feedback>;
export type FeedbackWrite = Infer<typeof feedbackWrite>;
export type FeedbackListQuery = Infer<typeof feedbackListQuery>;
