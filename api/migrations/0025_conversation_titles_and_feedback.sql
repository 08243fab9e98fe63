-- What a person calls a conversation; without it the beginning of the first message stands for it.
alter table agent_sessions add title text;

-- What people say of answers: copies that outlive the conversation, for the administrators, who never read that.
create table agent_feedback (
  id integer generated always as identity primary key,
  -- The rated message; no key, since its conversation may be cleared.
  message_id integer not null constraint agent_feedback_message_key unique,
  user_id integer not null references users on delete cascade,
  agent text not null,
  question text not null,
  answer text not null,
  up boolean not null,
  comment text not null,
  created_at timestamptz(3) not null default clock_timestamp()
);
create index agent_feedback_by_creation on agent_feedback (created_at, id);
create index agent_feedback_user on agent_feedback (user_id);
