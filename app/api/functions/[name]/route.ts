import { createOrderDoor } from "@/app/_server/functions/create-order";
import { type Door, methodNotAllowed } from "@/app/_server/functions/door";
import { getInstagramPosts } from "@/app/_server/functions/get-instagram-posts";
import { getTikTokPosts } from "@/app/_server/functions/get-tiktok-posts";
import { getTikTokProfile } from "@/app/_server/functions/get-tiktok-profile";
import { instagramProfileLookup } from "@/app/_server/functions/instagram-profile-lookup";
import { verifyPaymentDoor } from "@/app/_server/functions/verify-payment";

const doors: Record<string, Door> = {
  "instagram-profile-lookup": instagramProfileLookup,
  "get-tiktok-profile": getTikTokProfile,
  "get-instagram-posts": getInstagramPosts,
  "get-tiktok-posts": getTikTokPosts,
  "create-order": createOrderDoor,
  "verify-payment": verifyPaymentDoor,
};

/** The functions, called by name: JSON in, JSON out. */
export async function POST(
  request: Request,
  { params }: { params: Promise<{ name: string }> },
): Promise<Response> {
  const { name } = await params;
  const door = Object.hasOwn(doors, name) ? doors[name] : undefined;
  if (door) return door(request);
  const error = { code: "not_found", message: "There is no function of this name." };
  return Response.json({ error }, { status: 404, headers: { "Cache-Control": "no-store" } });
}

export {
  methodNotAllowed as DELETE,
  methodNotAllowed as GET,
  methodNotAllowed as PATCH,
  methodNotAllowed as PUT,
};
