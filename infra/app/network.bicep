metadata description = 'A private network for the app, and private ways to what it keeps. Browsers go on reaching the app itself.'

@description('Name of the virtual network; the names of its parts are derived from it.')
param name string

@description('What is reached privately: name, id and group (blob, queue, table, vault, account) of each.')
param targets array

@description('Region.')
param location string

@description('Tags.')
param tags object

var zoneNames = {
  account: 'privatelink.openai.azure.com'
  blob: 'privatelink.blob.${environment().suffixes.storage}'
  queue: 'privatelink.queue.${environment().suffixes.storage}'
  table: 'privatelink.table.${environment().suffixes.storage}'
  vault: 'privatelink.vaultcore.azure.net'
}

// Entra ID, providers and models are outside, and a subnet has no way out of its own.
resource address 'Microsoft.Network/publicIPAddresses@2024-05-01' = {
  name: '${name}-out'
  location: location
  tags: tags
  sku: { name: 'Standard' }
  properties: { publicIPAllocationMethod: 'Static' }
}

resource gateway 'Microsoft.Network/natGateways@2024-05-01' = {
  name: '${name}-out'
  location: location
  tags: tags
  sku: { name: 'Standard' }
  properties: { publicIpAddresses: [{ id: address.id }] }
}

resource network 'Microsoft.Network/virtualNetworks@2024-05-01' = {
  name: name
  location: location
  tags: tags
  properties: {
    addressSpace: { addressPrefixes: ['10.60.0.0/24'] }
    subnets: [
      {
        name: 'app'
        properties: {
          addressPrefix: '10.60.0.0/25'
          defaultOutboundAccess: false
          natGateway: { id: gateway.id }
          delegations: [
            {
              name: 'flexConsumption'
              properties: { serviceName: 'Microsoft.App/environments' }
            }
          ]
        }
      }
      {
        name: 'endpoints'
        properties: {
          addressPrefix: '10.60.0.128/26'
          defaultOutboundAccess: false
        }
      }
    ]
  }

  resource app 'subnets' existing = { name: 'app' }

  resource private 'subnets' existing = { name: 'endpoints' }
}

resource zones 'Microsoft.Network/privateDnsZones@2024-06-01' = [for zone in items(zoneNames): {
  name: zone.value
  location: 'global'
  tags: tags
}]

resource links 'Microsoft.Network/privateDnsZones/virtualNetworkLinks@2024-06-01' = [for (zone, index) in items(zoneNames): {
  parent: zones[index]
  name: name
  location: 'global'
  tags: tags
  properties: {
    registrationEnabled: false
    virtualNetwork: { id: network.id }
  }
}]

resource endpoints 'Microsoft.Network/privateEndpoints@2024-05-01' = [for target in targets: {
  name: 'pe-${target.name}-${target.group}'
  location: location
  tags: tags
  properties: {
    subnet: { id: network::private.id }
    privateLinkServiceConnections: [
      {
        name: target.group
        properties: {
          privateLinkServiceId: target.id
          groupIds: [target.group]
        }
      }
    ]
  }
}]

resource names 'Microsoft.Network/privateEndpoints/privateDnsZoneGroups@2024-05-01' = [for (target, index) in targets: {
  parent: endpoints[index]
  name: 'default'
  dependsOn: [links]
  properties: {
    privateDnsZoneConfigs: [
      {
        name: target.group
        properties: { privateDnsZoneId: resourceId('Microsoft.Network/privateDnsZones', zoneNames[target.group]) }
      }
    ]
  }
}]

@description('Subnet that the app\'s calls leave from.')
output appSubnetId string = network::app.id
