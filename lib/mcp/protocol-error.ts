import { ProtocolError, ProtocolErrorCode } from "@modelcontextprotocol/server";
import { refusalOf } from "@/lib/http/route";

/**
 * Does the work of a method of the protocol. The library sends the words of whatever is thrown, so that a fault of ours is
 * logged here and leaves with its correlation id alone.
 * @throws ProtocolError, of the work itself or in the place of anything else.
 */
export async function inProtocol<Result>(
  method: string,
  correlationId: string,
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ProtocolError) throw error;
    const { code, publicMessage } = refusalOf(error, correlationId, { method });
    throw new ProtocolError(ProtocolErrorCode.InternalError, publicMessage, {
      code,
      correlation_id: correlationId,
    });
  }
}
