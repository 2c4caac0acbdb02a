/** Every address of the contract. lib/operations lists them and answers. */
export {
  answerRequest as DELETE,
  answerRequest as GET,
  answerRequest as OPTIONS,
  answerRequest as PATCH,
  answerRequest as POST,
  answerRequest as PUT,
} from "@/lib/operations/answer-request";
