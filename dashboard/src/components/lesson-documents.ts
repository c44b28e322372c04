import { gql, type TypedDocumentNode } from '@apollo/client';

/** Every part of a lesson. */
export const LESSON_PARTS: TypedDocumentNode = gql`
  fragment LessonParts on Lesson {
    task
    outcome
    summary
    keyMistake
    correctAction
    applicableTools
    guidance
    toolsUsed
    shortened
    trace { id }
  }
`;
