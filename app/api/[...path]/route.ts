/** Whatever has no file of its own under app/api: lib/operations says which addresses there are, and answers. */
export {
  answerRequest as DELETE,
  answerRequest as GET,
  answerRequest as OPTIONS,
  answerRequest as PATCH,
  answerRequest as POST,
  answerRequest as PUT,
} from "@/lib/operations/answer-request";
