import { errorResponse } from "@/app/_server/error-response";
import { createOrderHandler } from "@/app/_server/functions/create-order";
import type { Handler } from "@/app/_server/functions/function-handler";
import type { FunctionName } from "@/app/_server/functions/function-names";
import { getInstagramPosts, getTikTokPosts, listPostsHandler } from "@/app/_server/functions/posts-handlers";
import {
  getTikTokProfile,
  instagramProfileLookup,
  lookupProfileHandler,
} from "@/app/_server/functions/profile-handler";
import { verifyPaymentHandler } from "@/app/_server/functions/verify-payment";
import { AppError, notFound } from "@/lib/base/errors";

const handlers: Record<FunctionName, Handler> = {
  "instagram-profile-lookup": instagramProfileLookup,
  "get-tiktok-profile": getTikTokProfile,
  "get-instagram-posts": getInstagramPosts,
  "get-tiktok-posts": getTikTokPosts,
  "list-posts": listPostsHandler,
  "lookup-profile": lookupProfileHandler,
  "create-order": createOrderHandler,
  "verify-payment": verifyPaymentHandler,
};

/** The functions by name: JSON in, JSON out. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  const { name } = await params;
  const handler = Object.hasOwn(handlers, name) ? handlers[name as FunctionName] : undefined;
  return handler
    ? handler(request)
    : errorResponse(notFound("There is no function of this name."), "functions");
}

function methodNotAllowed(): Response {
  return errorResponse(new AppError("method_not_allowed"), "functions", new Headers({ Allow: "POST" }));
}

export {
  methodNotAllowed as DELETE,
  methodNotAllowed as GET,
  methodNotAllowed as PATCH,
  methodNotAllowed as PUT,
};
