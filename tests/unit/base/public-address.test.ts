import { createServer } from "node:http";
import { Client, request } from "undici";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { AddressRefused, isPublicAddress, publicConnector } from "@/lib/base/public-address";
import { closeServer, listen } from "../../support/listen";

describe("an address on the network", () => {
  it.each(["157.240.22.174", "8.8.8.8", "2a03:2880:f12f:83:face:b00c:0:25de"])("%s is public", (address) => {
    expect(isPublicAddress(address)).toBe(true);
  });

  it.each([
    "127.0.0.1",
    "10.0.0.1",
    "172.16.0.1",
    "192.168.1.1",
    "169.254.169.254",
    "100.64.0.1",
    "0.0.0.0",
    "224.0.0.1",
    "255.255.255.255",
    "192.0.2.1",
    "198.18.0.1",
    "240.0.0.1",
    "::",
    "::1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "fe80::1",
    "fc00::1",
    "ff02::1",
    "64:ff9b::7f00:1",
    "2002:7f00:1::",
    "2001:0:1::",
    "::7f00:1",
    "4000::1",
    "168.63.129.16",
    "192.0.0.192",
    "fd00:ec2::254",
    "not an address",
    "",
  ])("%j is not public", (address) => {
    expect(isPublicAddress(address)).toBe(false);
  });
});

describe("a connection to public addresses only", () => {
  /** A server on this machine that counts its connections. */
  async function listening() {
    let connections = 0;
    const server = createServer((_, response) => response.end());
    server.on("connection", () => {
      connections += 1;
    });
    onTestFinished(() => closeServer(server));
    return { port: await listen(server), connections: () => connections };
  }

  async function ask(origin: string, options: Omit<Parameters<typeof publicConnector>[0], "timeoutMs">) {
    const client = new Client(origin, { connect: publicConnector({ ...options, timeoutMs: 2_000 }) });
    try {
      return (await request(origin, { dispatcher: client })).statusCode;
    } catch (error) {
      return error;
    } finally {
      await client.destroy();
    }
  }

  it.each(["127.0.0.1", "localhost", "[::1]", "0x7f.1", "[::ffff:127.0.0.1]", "0.0.0.0"])(
    "is never opened to %s",
    async (host) => {
      const server = await listening();
      expect(await ask(`http://${host}:${server.port}`, {})).toBeInstanceOf(AddressRefused);
      expect(server.connections()).toBe(0);
    },
  );

  it("resolves a name once and refuses it when any of its addresses is private", async () => {
    const server = await listening();
    const resolve = vi.fn(async () => [
      { address: "93.184.216.34", family: 4 },
      { address: "127.0.0.1", family: 4 },
    ]);
    const answer = await ask(`http://rebound.example:${server.port}`, { resolve });
    expect(answer).toBeInstanceOf(AddressRefused);
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(server.connections()).toBe(0);
  });

  it("goes to the address that was checked, which may be this machine where emulators are allowed", async () => {
    const server = await listening();
    const resolve = vi.fn(async () => [{ address: "127.0.0.1", family: 4 }]);
    expect(await ask(`http://emulator.example:${server.port}`, { resolve, allowLoopback: true })).toBe(200);
    expect(resolve).toHaveBeenCalledTimes(1);
    expect(await ask("http://10.0.0.1:9", { allowLoopback: true })).toBeInstanceOf(AddressRefused);
  });
});
