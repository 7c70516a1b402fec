/**
 * Words that leaked lists of passwords are made of: each stands for itself and, by the rules of common-passwords.ts,
 * for its spellings with digits and signs (`P4ssw0rd!`, `dragon2024`), some hundred thousand passwords together.
 */
export const commonWords: ReadonlySet<string> = new Set(
  `
  aaron abc abcd abcde abcdef abcdefg abcdefgh abcxyz abigail access acdc achilles adam admin administrator adrian
  africa ahmed airforce ak47 alan albert alejandro alex alexander alexandra alexis alfred ali alice alicia allison
  almond aloha alone alpha always amanda amazing amazon amber america american amit amsterdam amy andre andrea andrew
  android angel angela angelina angelo angels angry anjali anna anne annie anthony antonio anything apollo apple
  apples april aragorn argentina army arsenal arthur asd asdf asdfg asdfgh asdfghjkl ashley asshole asus athena
  atlanta atlas audi august auntie austin australia autumn avengers awesome axe azerty babe babes baby babyboy
  babygirl bacon bailey ballet bambi banana bank barbara barcelona barry baseball basketball bass bastard batman
  bayern beach bear bears beatles beautiful beauty beckham bee beer ben benjamin beretta berlin bernard berry best
  bestfriend beta beth betty beyonce bible bieber bigboss bill billy birthday bitch bitcoin black blackberry blackcat
  blackdog blackjack blackpink blessed blessing blink blood bloody blossom blue blueberry bluebird blues bluesky bmw
  bob bobby bobmarley bond bond007 bonjour bonnie booboo boogie books bookworm boomer bored boring boss boston
  bourbon boxing boy boyfriend boys bozo brad bradley brady brandon brandy brasil braves bravo brazil bread breanna
  brenda brian bridget britney brittany broadway broken bronco broncos brooklyn brother brothers brown brownie bruce
  bruno brutus bryan bubba bubble bubbles buckeye buddha buddy budlight buffalo buffy bugger bugsbunny builder bull
  bulldog bulldogs bullet bulls bullshit bum bumblebee bumper bunny burger business buster butch butter butterfly
  button buttons bye byebye cabbage cactus cadillac caesar caitlin cake california callofduty calvin camaro camel
  camera cameron canada candy cannon canon canyon captain cardinal cardinals carl carlos carmen carol caroline carrot
  casey cash casino casper castle cat catfish catherine cats catwoman celeste celtic celtics center chad champagne
  champion champions chance chandler change changeme changes chaos charizard charles charlie charlotte cheer
  cheerleader cheese cheetah chelsea cherokee cherry cheryl chester chevelle chevrolet chevy chicago chick chicken
  chico chief child children china chipper chocolate chris chrissy christ christian christina christine christmas
  christopher chronic chuck chucky church ciao cinderella cindy cinnamon circus cisco claire clancy classic claudia
  cleopatra clinton clover cobra cocacola coconut coffee coke cola college colombia colorado colt columbia comet
  commando company compaq computer concrete connor contact cookie cookies cool cooldude coolguy cooper cop copper
  corey corona corvette cosmo cosmos cougar cougars counterstrike country courtney cousin covenant cow cowboy cowboys
  cowgirl coyote cracker craig crazy credit cricket crimson critter crow cruise crusader crusher crypto crystal cubs
  cupcake cupid curtis cute cutie cutiepie cyber cycling cyclone cynthia dad daddy daffy daisy dakota dallas damn dan
  dance dancer dancing danger dangerous daniel danielle danny dark darkangel darkness darkside darling darth database
  daughter dave david davidson dawn dead deadhead dean death debbie debian deborah december deepak default dell delta
  demon denali denise denmark dennis denver derek desert design destiny detroit deutschland devil dexter diablo
  diamond diamonds diana diane die diego diehard digital dilbert dingo dinosaur discovery disney doctor dodge dodgers
  dog doggie doggies doggy dogs dollar dollars dolphin dolphins dominic domino donald donna doodle doom dorothy dory
  doug douglas dragon dragonball dragonfly dragons dream dreamer dreaming dreams driver drpepper drummer drums dubai
  dublin ducati duchess duck ducky dude dudley dumb dumbledore dumbo duncan dustin dvorak dylan dynamite eagle eagles
  earth easter ebay echo eclipse edc eddie edgar edward egypt eight eileen einstein electric elena elephant elevator
  eleven elite elizabeth ellen elmo elvis emerald emily eminem emma emo empire energy engine engineer england enigma
  enter enterprise entropy eric erica erik erin ernest escape espana espresso eternity ethan ethereum europe eva evan
  evelyn everton everybody everything evil excalibur exotic explorer express extra extreme facebook fairy faith
  falcon fall family fanta fantastic farmer father fatima february felix fender fernando ferrari festival fiction
  fidelity fiesta finance fire firefly fireman first fish fishing five flamingo flash flipper floppy florida flower
  flowers fluffy flyers followers football ford forest forever formula fortnite fortune forum four fox foxtrot foxy
  france frances francis francisco frank frankie franklin freak freaky fred freddie freddy frederick freedom french
  friday friend friends friendship frodo frog froggy frosty fuckoff fuckyou fun function funky funny funtime future
  gabriel galaxy galileo gamer gamma gandalf ganesh gangsta gangster garden garfield garlic gary gateway gecko geek
  gemini general genesis genius george gerald germany getout ghost giants gibson giga ginger girl girlfriend girls
  gizmo gladiator global glock gloria glory gmail goat goaway goblin god goddess godisgood gohome goku gold goldberg
  golden goldfish golf golfer golfing gollum goober goodbye goodluck goofball goofy google gordon gorgeous grace
  grandma grandpa grant grape graphics gravity gray great greatone green greenday greg gregory gretchen grey griffin
  groovy groundswell grumpy gryffindor guardian guest guinness guitar guitarman gun gunner gunners guns gymnast hack
  hacker hades halloween halo hammer hamster handsome hannah happiness happy harley harrypotter hassan hateyou havoc
  hawaii hawk heather heaven hector heineken helen hell hellfire hello hellokitty hellothere helloworld henry
  hercules hermione hero heroes hewlett hey hi hiphop hobbit hockey hogwarts hola holiday holland home honda honey
  hope horse horses hot hotdog hotel hotgirl hotmail hottie house houston howard howdy hugo hulk hummer hundred
  hungry hunter hunting hurricane husband hussein ian ice icecream iceman idiot ihateyou ilove iloveme iloveu
  iloveyou india indian indonesia inferno infinity insane instagram intel internet iop ipad iphone ireland irene
  irish ironmaiden ironman isaac isabel isabella island israel istanbul itachi italia italy ivan jack jackie jackson
  jacob jaguar jake jamaica james jamie jane janet january japan jasmine jason jasper jay jazz jedi jeep jeff jeffrey
  jennifer jenny jeremy jerry jesse jessica jesus jesuschrist jewel jim jimmy joan joanna joe joey john johnny
  johnson joker jonathan jordan jose joseph joshua juan julia julian julie juliet july june jupiter justice justin
  justinbieber juventus karen kate katherine kathleen katie kawasaki keith kelly kelsey ken kenneth kenobi kermit
  kevin keyboard kids killer killme killyou kim kimberly king kings kitten kitties kitty kiwi knife knight koala kobe
  korea korn krishna kyle ladybug lake lakers lamborghini lasvegas latte laugh laura lauren lawyer lazy lebron
  ledzeppelin lee legend legends legolas lemon lenovo leo leon leonardo leopard letmein letmeinnow letsgo liberty
  lightning likes lilly lily lime linda link linkedin linkinpark linux lion lioness lions lisa liverpool liz lizard
  lkjh login logon loki london lonely loser louis louise love loved lovely loveme lover loves loveyou lucas lucifer
  lucky luckyone lucy luffy luigi luis luke macbook madison madonna madrid maggie magic magician mama man manchester
  mango manuel manutd maradona march marcus maria marie marina marine marines mario mark marley mars martin marvel
  mary master matrix matt matthew max maximum maxwell may maybe mazda mega megadeth megan melanie melissa melon
  mercedes merlin mermaid messi metal metallica mexico miami michael michelle mickey microsoft midnight mike milan
  million millionaire minecraft minnie missile mnbvcxz mocha mohammed molly mom mommy monday money monica monkey
  monster moon moonlight mordor morgan morpheus moscow mosquito mother motorola mountain mouse mufasa muffin muhammad
  mum mushroom music mustang mylove mypass mypassword myspace mysql naked nana nancy naruto natalie natasha nathan
  nature navy nemo neo nerd netflix network never newton newyork neymar nicholas nick nicole night nightmare nine
  ninja nintendo nirvana nissan nitro no nobody nokia noodle noodles noone norway nothing november number number1
  numbers nurse ocean october odin office okay oliver olivia omar omega one onedirection onepiece onion open
  opensesame oracle orange orchid oscar owl packers pakistan pamela pancake panda panther papa paris parrot party
  pass passe passphrase passw passwd password passwort pasta pasword patrick patriots paul paypal peace peach peaches
  peanut peanuts pearl pegasus penguin pentium pepper pepsi perfect peter philip phillip phoenix piano pie pig piglet
  pikachu pilot pineapple pink pinkfloyd pinky pirate pirates pizza planet platinum player playstation please pluto
  poison poiuy pokemon poland police polska pony pooja porsche poseidon potato potter power powerful prayer pretty
  prince princess private priya psycho pudding puma punk puppies puppy purple purplerain python qaz qazwsx quake
  quebec queen qwe qwer qwert qwerty qwertz rabbit racecar rachel racing rahul raiders rain rainbow ranger rangers
  raven ravi realmadrid rebecca red redhead redrose redsox reggae remington rice rich richard richie ricky rifle
  rihanna river robbie robert roberto robin roblox rock rocker rocket rocknroll rockstar roger rolling roma romeo
  ronald ronaldo root rose roses ruby rugby running russia ryan sad saint sam samantha sammy samsung samuel samurai
  sandra sanjay sapphire sarah sasuke satan saturday saturn sauron sausage school scooby scoobydoo scorpion scotch
  scotland scott sea sean seattle sebastian second secret secrets secure security september server sesame seven sexy
  sexygirl shadow shakira shark sheep sheriff shield shiva shotgun shrek sierra sigma signin silly silver simba
  singapore sister sisters six skating skeleton skull sky skyline skywalker slayer sleep sleepy slipknot smile smiles
  smiley snake snapchat sniper snoopdogg snoopy snow snowball snowflake snowman soccer softball soldier solo somebody
  someone something son sonic sony sophia sophie sorry space spain spartan spider spiderman spring sprite stallion
  star starcraft starlight stars startrek starwars steak steam steelers stephanie stephen steven stitch storm
  strawberry strength strong student stupid subaru sugar summer sun sunday sunflower sunny sunshine super superhero
  superman superstar superwoman supreme surfer surfing suzuki sweden sweet sweetheart sweetie sweetpea sweets swift
  swimming sword sydney sylvester system taco tango taylor taylorswift tea teacher techno temp temppass ten tennis
  tequila terror test tester testing tetris texas thailand thankyou thebest third thomas thor thousand three thug
  thunder thursday tiger tigers tigger tiktok tinkerbell tired titan toad today tokyo tomato tomorrow topsecret
  tornado tottenham toxic toyota trance trinity trojan trucker truelove trustno trustnoone tuesday tulip tupac turbo
  turkey turtle tweety twelve twitter two tyler ubuntu uiop ultimate ultra uncle unicorn united universe university
  unlucky user username vacation vader vampire vegas vegeta venom venus victor victory vietnam views viking violet
  viper vodka voldemort volleyball waffle walnut warcraft warrior wassup water wednesday weekend welcom welcome whale
  whatever whatsapp whatsup whiskey white wife william winchester windows wine winner winter witch wizard wolf
  wolfman wolverine wolves woman wonderful woods work world wrestling wsx xbox xmas xmen xyz xyzzy yahoo yamaha
  yankees yellow yes yesterday yoda youtube zelda zero zeus zidane zombie zulu zxc zxcv zxcvb zxcvbn zxcvbnm
  `
    .trim()
    .split(/\s+/),
);
