import { expect, it } from "vitest";
import { suggestAddress } from "@/lib/mail/address/suggest-address";

it.each([
  ["anna@gmail.con", "anna@gmail.com"],
  ["anna@gmial.com", "anna@gmail.com"],
  ["anna@gamil.com", "anna@gmail.com"],
  ["anna@gmai.com", "anna@gmail.com"],
  ["anna@gmaill.com", "anna@gmail.com"],
  ["anna@gnail.com", "anna@gmail.com"],
  ["anna@gmail.co", "anna@gmail.com"],
  ["anna@gmail.cm", "anna@gmail.com"],
  ["anna@gmailcom.com", null],
  [" Anna.B+x@GMAIL.COMM ", "anna.b+x@gmail.com"],
  ["anna@hotmial.com", "anna@hotmail.com"],
  ["anna@hotmal.con", "anna@hotmail.com"],
  ["anna@outlok.com", "anna@outlook.com"],
  ["anna@iclod.com", "anna@icloud.com"],
  ["anna@yaho.com", "anna@yahoo.com"],
  ["anna@yahoo.co.u", "anna@yahoo.co.uk"],
  ["anna@googlemail.vom", "anna@googlemail.com"],
  ["anna@gmx.dee", "anna@gmx.de"],
  ["anna@live.cm", "anna@live.com"],
  ["anna@saltmarsh.con", "anna@saltmarsh.com"],
  ["anna@saltmarsh.ogr", "anna@saltmarsh.org"],
])("%j is probably %j", (typed, meant) => {
  expect(suggestAddress(typed)).toBe(meant);
});

it.each([
  ...["gmail.com", "email.com", "ymail.com", "mail.com", "hotmail.fr", "outlook.de", "live.nl", "gmx.com"],
  ...[
    "gmx.at",
    "yahoo.ca",
    "me.com",
    "line.com",
    "give.com",
    "aon.at",
    "proton.me",
    "saltmarsh.co",
    "orange.com",
  ],
  ...["yahoo.com.br", "web.com", "wp.com", "mail.de", "gmail.example", "t-mobile.de", "salt.bet"],
  ...["yahoo.dk", "hotmail.se", "hotmail.be", "yahoo.com.ar", "yahoo.co.id", "live.cn"],
])("an address at %s is left alone", (domain) => {
  expect(suggestAddress(`anna@${domain}`)).toBeNull();
});

it.each(["", "anna", "@gmail.con", "anna@", "anna@gmail"])(
  "%j, which is no address, gets no suggestion",
  (text) => {
    expect(suggestAddress(text)).toBeNull();
  },
);
