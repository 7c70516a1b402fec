/** Items that ended early, that were refunded before, or whose state can't be known. */
export const endedAndUnclear = `
Canceled, the refund is on its way                  | nothing_arrived | refund=on_its_way | Canceled | already_done refund_on_its_way
Canceled, cancel                                    | cancel | refund=on_its_way | Canceled:0 | already_done refund_on_its_way
Refunded by the supplier, the money back            | refund | refund=on_its_way | Refunded | already_done refund_on_its_way
Canceled, the refund is held                        | refund | refund=held | Canceled | wait refund_held @84
Canceled, the card refused the refund               | refund | refund=failed | Canceled | review refund_failed
Canceled a minute ago                               | nothing_arrived | at=24.02 | Canceled | wait refund_with_the_rest @48.02
Cancelled, as some panels spell it                  | refill | refund=on_its_way | Cancelled | already_done refund_on_its_way
Canceled, and all of the money went back            | refund | payment=refunded left=0 refund=on_its_way | Canceled | already_done refunded_in_full
Partial with 300 left, the rest went back           | refund | refund=on_its_way | Partial:300 counts=5000,-,5700 | already_done refund_on_its_way
Partial, is it slow                                 | slow | refund=on_its_way | Partial:300 counts=5000,-,5700 | already_done refund_on_its_way
Partial, cancel                                     | cancel | refund=on_its_way | Partial:300 counts=5000,-,5400 | already_done refund_on_its_way
Partial, the rest is held                           | slow | refund=held | Partial:300 counts=5000,-,5700 | wait refund_held @84
Partial, and what came dropped                      | refill | refund=on_its_way paid=1349 budget=0 | Partial:300 counts=5000,-,5500 | refund never_arrived 200 $2.70
Partial, what came dropped: it is bought again      | refill | refund=on_its_way | Partial:300 counts=5000,-,5500 refills | replace never_arrived 200 $0.18
Partial, nothing of the 700 is there                | nothing_arrived | refund=on_its_way paid=1349 budget=0 | Partial:300 counts=5000,-,5000 | refund never_arrived 700 $9.44
Partial, what came dropped, past the window         | refill | at=200 refund=on_its_way | Partial:300 counts=5000,-,5500 | replace never_arrived 200 $0.18
Partial, what came was paid back before             | refill | refund=on_its_way | Partial:300 counts=5000,-,5500 back=200 | already_done refund_on_its_way
Partial, the count is unknown                       | nothing_arrived | refund=on_its_way | Partial:300 | already_done refund_on_its_way
Canceled with 400 left, what came dropped           | refill | refund=on_its_way budget=0 | Canceled:400 counts=5000,-,5300 | refund never_arrived 300 $3.00
one post Canceled, one whole                        | nothing_arrived | refund=on_its_way | Canceled qty=60 + Completed qty=40 counts=0,40,40 | already_done refund_on_its_way + nothing_missing there
one post Partial, one dropped                       | refill | refund=on_its_way paid=249 budget=0 | Partial:30 qty=60 counts=0,-,30 + Completed qty=40 counts=0,40,20 | already_done refund_on_its_way + refund dropped 20 $0.50
one post Canceled while the other runs              | refund | at=30 | Canceled qty=500 + In_progress:200 qty=500 cancels | wait refund_with_the_rest @54 + ask_supplier stop_wanted 200 @54
no count from before the delivery                   | refill | | Completed counts=-,6000,5800 refills | review count_unknown
no count at all                                     | nothing_arrived | | Completed | review count_unknown
no count at all, is it slow                         | slow | | Completed | already_done delivered
no count at all, cancel                             | cancel | | Completed | already_done delivered
no count at all, the money back                     | refund | | Completed | review count_unknown
no fresh count                                      | refill | | Completed counts=5000,6000,- refills | wait not_counted @61
no fresh count, past the window                     | refill | at=300 | Completed counts=5000,6000,- refills | wait not_counted @301
the profile went private in the window              | refill | | Completed counts=5000,6000,- hidden refills | wait target_hidden @84
the post was deleted in the window                  | nothing_arrived | at=30 | Completed qty=100 counts=12,112,- hidden | wait target_hidden @54
the profile was renamed in the window               | refill | at=100 asked=70 | Completed counts=5000,6000,- hidden | wait target_hidden @124
private since, asked in time, still private later   | refill | at=400 asked=100 | Completed counts=5000,6000,- hidden refills | wait target_hidden @424
private for more than a month                       | refill | at=900 asked=100 | Completed counts=5000,6000,- hidden refills | too_late hidden_too_long
private, asked after the window                     | refill | at=300 | Completed counts=5000,6000,- hidden refills | wait target_hidden @324
private, public again, and it dropped               | refill | at=150 asked=100 | Completed counts=5000,6000,5600 refills | refill dropped 400
private, public again, and nothing is missing       | refill | at=150 asked=100 | Completed counts=5000,6000,6000 refills | nothing_missing there
goodwill was paid before, then a drop               | refill | other left=800 | Completed counts=5000,6000,5800 refills | refill dropped 200
goodwill was paid before, nothing is missing        | refill | other left=800 | Completed counts=5000,6000,6000 refills | nothing_missing there
less is left than is missing                        | refill | budget=0 left=100 | Completed counts=5000,6000,5800 | review refunded_otherwise 200
exactly what is missing is left                     | refill | budget=0 left=200 | Completed counts=5000,6000,5800 | refund dropped 200 $2.00
two posts, the money is enough for one              | refill | budget=0 left=150 | Completed qty=500 counts=0,500,400 + Completed qty=500 counts=0,500,400 | refund dropped 100 $1.00 + review refunded_otherwise 100
refunded in full, then a drop                       | refill | payment=refunded left=0 other | Completed counts=5000,6000,5000 refills | already_done refunded_in_full
disputed, a drop                                    | refill | payment=disputed | Completed counts=5000,6000,5000 refills | already_done disputed
disputed, two posts                                 | nothing_arrived | payment=disputed | Completed qty=10 + Canceled qty=10 | already_done disputed + already_done disputed
partly refunded as missing, a further drop          | refill | payment=partially_refunded paid=1349 budget=0 | Completed counts=5000,6000,5500 back=300 | refund dropped 200 $2.70
quarantine, a drop                                  | refill | quarantine | Completed counts=5000,6000,5000 refills | wait shop_paused @61
quarantine, nothing missing                         | refill | quarantine | Completed counts=5000,6000,6000 | wait shop_paused @61
quarantine, asked in time, decided past the window  | refill | at=170 asked=100 | Completed counts=5000,6000,5000 refills | refill dropped 1000
blocked, a drop                                     | refill | blocked | Completed counts=5000,6000,5000 refills | review blocked
refused refill, other money went back               | refill | other left=500 | Completed counts=5000,6000,5800 refills refill=rejected | replace dropped 200 $0.18
`;
